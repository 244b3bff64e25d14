// Run by time-zone.test.ts in a process with another time zone and locale: prints what workflow code sees there.
import { Realm } from '../../dist/sandbox/realm.js'

const facts = `
  const strings = ['2024-03-10T02:30:00', '2024-03-10', '2024-03-10T02:30:00Z', '2024-03-10T02:30:00+02:00', 'Mar 10 2024 02:30',
    'Sun, 10 Mar 2024 02:30:00 GMT', '2024-03-10 02:30', 'Mar 10, 2024 02:30 EST', 'Mar 10, 2024 02:30 -0800', '3/10/2024', '+002024-03-10T02:30', 'nonsense']
  const date = new Date(Date.UTC(2024, 2, 10, 2, 30))
  return {
    parsed: strings.map((text) => [text, Date.parse(text), +new Date(text)]),
    made: [+new Date(2024, 2, 10, 2, 30), +new Date(99, 0), +new Date(2024, 2)],
    offset: date.getTimezoneOffset(), hours: date.getHours(), day: date.getDay(), year: date.getYear(),
    texts: [String(date), date.toDateString(), date.toTimeString(), date.toLocaleString(), date.toLocaleDateString(), date.toLocaleTimeString(),
      date.toLocaleString('de'), date.toLocaleString(undefined, { timeZone: 'America/New_York' }), new Intl.DateTimeFormat().format(date),
      new Intl.DateTimeFormat([]).format(date), Intl.DateTimeFormat('xx-unknown').format(date)],
    zone: [new Intl.DateTimeFormat().resolvedOptions().timeZone, new Intl.DateTimeFormat('fr', { timeZone: undefined }).resolvedOptions().timeZone],
    locales: ['NumberFormat', 'Collator', 'PluralRules', 'ListFormat', 'RelativeTimeFormat', 'Segmenter', 'DateTimeFormat']
      .map((name) => new Intl[name]().resolvedOptions().locale).concat(new Intl.DisplayNames(undefined, { type: 'region' }).of('DE')),
    numbers: [(1234567.891).toLocaleString(), (12345678901234567890n).toLocaleString(), [1234.5, date].toLocaleString(), new Float64Array([1234.5]).toLocaleString(),
      'I'.toLocaleLowerCase(), 'i'.toLocaleUpperCase(), 'ä'.localeCompare('z'), ['z', 'ä', 'a'].sort(new Intl.Collator().compare).join('')],
    set: [new Date(date).setHours(5), new Date(date).setDate(31), new Date(date).setFullYear(2023, 1, 1), new Date(date).setYear(99)],
  }`

const code = `var __foliot_bundle = { activate() { __foliot.setTime(1700000000000); __foliot.drain(); return JSON.stringify((() => {${facts}})()) } }`
const bundle = { hash: '0'.repeat(64), code, map: '{}', manifest: {} }
const realm = new Realm(bundle, () => undefined)
console.log(new Date(0).getTimezoneOffset(), new Intl.NumberFormat().resolvedOptions().locale)
console.log(realm.start()('{"now":1700000000000,"events":[]}'))
