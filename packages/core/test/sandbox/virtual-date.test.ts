import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inRealm, instancesInRealm } from './in-realm.js'

const now = Date.UTC(2024, 1, 29, 12, 34, 56, 789)

describe('the virtual Date', () => {
  // [TRAPS 42]
  it('reads the run’s clock on every path', () => {
    const seen = inRealm(
      `class Sub extends Date {}
       return {
         now: Date.now(), made: +new Date(), constructed: new Date().constructor.now(), again: +new (new Date(5).constructor)(),
         sub: +new Sub(), reflected: +Reflect.construct(Date, []), bySub: Sub.now(), text: Date(), called: Date(0),
         intl: Intl.DateTimeFormat().format(), intlNew: new Intl.DateTimeFormat('en-GB').format(),
         bound: (0, new Intl.DateTimeFormat('en-CA').format)(), parts: Intl.DateTimeFormat('en-CA').formatToParts().map(({ value }) => value).join(''),
         performance: performance.now(), origin: performance.timeOrigin, event: new Event('x').timeStamp,
       }`,
      { now },
    )
    expect(seen).toEqual({
      now,
      made: now,
      constructed: now,
      again: now,
      sub: now,
      reflected: now,
      bySub: now,
      text: 'Thu Feb 29 2024 12:34:56 GMT+0000 (Coordinated Universal Time)',
      called: 'Thu Feb 29 2024 12:34:56 GMT+0000 (Coordinated Universal Time)',
      intl: '2/29/2024',
      intlNew: '29/02/2024',
      bound: '2024-02-29',
      parts: '2024-02-29',
      performance: 0,
      origin: now,
      event: now,
    })
  })

  it('advances with the run only', () => {
    const deliver = instancesInRealm('return [Date.now(), performance.now()]')('run-1')
    expect(deliver(1_000)).toEqual([1_000, 0])
    expect(deliver(5_500)).toEqual([5_500, 4_500])
  })

  it('keeps the class relations of a date', () => {
    expect(
      inRealm(`class Sub extends Date { twice() { return 2 * this } }
        const sub = new Sub(21)
        return [sub instanceof Date, sub.twice(), new Date().constructor === Date, Date.prototype.constructor === Date, Date.length, Date.name,
          Object.prototype.toString.call(sub), JSON.stringify(new Date(0)), new Date(NaN).toString(), +new Date(new Date(7)), +new Date({ valueOf: () => 8 }),
          +new Date({ [Symbol.toPrimitive]: () => '1970-01-01T00:00:00.009Z' }), Number.isNaN(+new Date(undefined)), +new Date(null)]`),
    ).toEqual([
      true,
      42,
      true,
      true,
      7,
      'Date',
      '[object Date]',
      '"1970-01-01T00:00:00.000Z"',
      'Invalid Date',
      7,
      8,
      9,
      true,
      0,
    ])
  })

  it('has UTC as its local time, in every getter and setter', () => {
    const dates = fc.sample(fc.tuple(fc.date({ noInvalidDate: true }), fc.integer({ min: -3, max: 70 })), {
      numRuns: 200,
      seed: 1,
    })
    const [local, utc] = inRealm(
      `const local = [], utc = []
       for (const [time, value] of ${JSON.stringify(dates.map(([date, value]) => [date.getTime(), value]))}) {
         for (const part of ['Date', 'Day', 'FullYear', 'Hours', 'Milliseconds', 'Minutes', 'Month', 'Seconds']) {
           local.push(new Date(time)['get' + part]()); utc.push(new Date(time)['getUTC' + part]())
           if (part === 'Day') continue
           local.push(new Date(time)['set' + part](value)); utc.push(new Date(time)['setUTC' + part](value))
         }
       }
       return [local, utc]`,
    ) as [readonly unknown[], readonly unknown[]]
    expect(local).toEqual(utc)
    expect(local).toHaveLength(3_000)
  })
})
