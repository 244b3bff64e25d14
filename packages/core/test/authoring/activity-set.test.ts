import { describe, expect, test, vi } from 'vitest'
import { Activities } from '../../src/authoring/activities-decorator.js'
import { Activity } from '../../src/authoring/activity-decorator.js'
import { activitySet } from '../../src/authoring/activity-set.js'
import { DuplicateActivityError } from '../../src/authoring/duplicate-activity-error.js'
import { InvalidActivityError } from '../../src/authoring/invalid-activity-error.js'
import { InvalidOptionError } from '../../src/base/invalid-option-error.js'
import * as activityModule from './decorated/activity-module.js'

@Activities('email')
class EmailActivities {
  #sent = 0
  @Activity() send(to: string): string {
    this.#sent += 1
    return `${to} ${this.#sent}`
  }
}

describe('activitySet', () => {
  test('names methods by namespace and functions by key, and calls them on their owner', () => {
    const set = activitySet([new EmailActivities(), { charge: (n: number) => n + 1 }, activityModule])
    expect([...set.keys()]).toEqual(['email.send', 'charge', 'refund'])
    expect(set.get('email.send')?.('ada')).toBe('ada 1')
    expect(set.get('email.send')?.('ada')).toBe('ada 2')
    expect(set.get('charge')?.(1)).toBe(2)
    expect(set.get('refund')?.('x')).toBe('refunded x')
  })

  test('takes one instance or one object of functions too, and nothing at all', () => {
    expect([...activitySet(new EmailActivities()).keys()]).toEqual(['email.send'])
    expect([...activitySet({ a: () => 1, b: () => 2 }).keys()]).toEqual(['a', 'b'])
    expect(activitySet([]).size).toBe(0)
    expect(activitySet({}).size).toBe(0)
  })

  test('calls the method that is there at the time of the call', () => {
    const email = new EmailActivities()
    const set = activitySet(email)
    vi.spyOn(email, 'send').mockReturnValue('spied')
    expect(set.get('email.send')?.('ada')).toBe('spied')
  })

  test('refuses two activities of one name', () => {
    expect(() => activitySet([new EmailActivities(), new EmailActivities()])).toThrow(DuplicateActivityError)
    expect(() => activitySet([{ a: () => 1 }, { a: () => 1 }])).toThrow(/two activities named 'a'/)
    expect(() => activitySet([new EmailActivities(), { 'email.send': () => 1 }])).toThrow(DuplicateActivityError)
  })

  test.each([
    ['the class for an instance', [EmailActivities], /activities\[0\].*new EmailActivities\(…\)/],
    ['the class among functions', { EmailActivities }, /activities\.EmailActivities is a class of activities/],
    ['a bare function', [function charge() {}], /\{ charge \}/],
    [
      'something among functions that is none',
      [{ a: () => 1, limit: 5 }],
      /activities\[0\]\.limit: Expected a function, got 5/,
    ],
    ['an instance of an undecorated class', [new (class Mailer {})()], /instance of Mailer.*@Activities/],
    ['text', 'email', /activities: Expected/],
    ['nothing', [undefined], /activities\[0\]: Expected/],
    ['an array in the array', [[{}]], /activities\[0\]: Expected/],
  ])('refuses %s and says what to pass', (_, activities, message) => {
    expect(() => activitySet(activities)).toThrow(InvalidActivityError)
    expect(() => activitySet(activities)).toThrow(message)
  })

  test('refuses a class whose methods bear no decorator', () => {
    @Activities('empty')
    class Empty {
      send() {}
    }
    expect(() => activitySet(new Empty())).toThrow(/Class Empty has no activities/)
  })

  test('refuses names that are no ids', () => {
    expect(() => activitySet({ '': () => 1 })).toThrow(InvalidOptionError)
    expect(() => activitySet({ __proxy: () => 1 })).toThrow(InvalidOptionError)
    expect(() => (Activities as (name?: string) => unknown)()).toThrow(InvalidOptionError)
  })
})
