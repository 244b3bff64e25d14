// A store whose sessions tell of each run that a commit is about to let go, and wait for whoever was told.
import type { Store } from '../../src/store/store.js'
import type { CommitEntry, CommitReply, WorkerSession } from '../../src/store/worker-session.js'

/** Runs a commit, with whatever is to happen around it. */
export type AroundCommit = (parked: readonly CommitEntry[], commit: () => Promise<CommitReply>) => Promise<CommitReply>

/** `target` with some of its methods replaced; its own keep their `this`. */
const withMethods = <T extends object>(target: T, methods: Partial<T>): T =>
  new Proxy(target, {
    get: (_, name) => {
      const value: unknown = Reflect.get(methods, name) ?? Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })

const isParked = ({ disposition }: CommitEntry): boolean =>
  disposition.type === 'park' || disposition.type === 'release'

export const storeWithBoundaries = (store: Store, around: AroundCommit): Store =>
  withMethods(store, {
    openSession: async (worker) => {
      const session: WorkerSession = await store.openSession(worker)
      return withMethods(session, {
        commit: (entries) => around(entries.filter(isParked), () => session.commit(entries)),
      })
    },
  })
