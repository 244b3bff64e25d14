import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closestName } from '../../src/base/closest-name.js'

const options = ['workflowId', 'args', 'taskQueue', 'priority', 'delay', 'startAt', 'runTimeout']

describe('closestName', () => {
  test.each([
    ['workflowID', 'workflowId'],
    ['worklfowId', 'workflowId'],
    ['taskqueue', 'taskQueue'],
    ['arg', 'args'],
    ['statrAt', 'startAt'],
    ['runTimeOut', 'runTimeout'],
    ['prio', 'priority'],
    ['retention', undefined],
    ['x', undefined],
  ])('finds for %s: %s', (name, meant) => {
    expect(closestName(name, options)).toBe(meant)
  })

  test('finds a name after one slip', () => {
    const slips = fc.constantFrom(...options).chain((name) =>
      fc
        .tuple(fc.constant(name), fc.nat(name.length - 1), fc.constantFrom('drop', 'double', 'swap'))
        .map(([n, i, slip]) => ({
          name: n,
          slipped:
            slip === 'drop'
              ? n.slice(0, i) + n.slice(i + 1)
              : slip === 'double'
                ? n.slice(0, i) + n[i] + n.slice(i)
                : n.slice(0, i) +
                  n
                    .slice(i, i + 2)
                    .split('')
                    .reverse()
                    .join('') +
                  n.slice(i + 2),
        })),
    )
    fc.assert(fc.property(slips, ({ name, slipped }) => closestName(slipped, options) === name))
  })

  test('prefers the exact name', () => {
    expect(closestName('started', ['start', 'started', 'starter'])).toBe('started')
  })
})
