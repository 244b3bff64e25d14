// Named places at which a test can make the process stop or an operation throw. Costs one comparison while none is armed.

export type FaultPoint = 'commit:before' | 'commit:after' | 'claim:after'

let armed: ReadonlyMap<FaultPoint, () => void> | undefined

export const reachPoint = (point: FaultPoint): void => {
  if (armed !== undefined) armed.get(point)?.()
}

/** Calls `act` whenever the point is reached, until the function returned is called. */
export const armPoint = (point: FaultPoint, act: () => void): (() => void) => {
  armed = new Map([...(armed ?? []), [point, act]])
  return () => {
    const rest = new Map(armed)
    rest.delete(point)
    armed = rest.size === 0 ? undefined : rest
  }
}
