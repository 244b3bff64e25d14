// Bundles, and which is current for each workflow. Safe against two workers that register at once: the primary key lets
// one insert, the other finds it registered; `current_bundles` is written in the order of workflow types.
import type { Bundle, BundleManifest } from '../../../authoring/bundle.js'
import type { BundleChange } from '../../bundle-registration.js'
import type { SqlRow, Statement } from '../driver/sql-driver.js'

/** Answers a row if the bundle is new. */
export const insertBundleStatement = (s: string): Statement => ({
  name: 'insert-bundle',
  text: `
insert into ${s}.bundles (hash, code, map, manifest) values ($1, $2, $3, $4::json)
on conflict (hash) do nothing
returning hash`,
})

export const loadBundleStatement = (s: string): Statement => ({
  name: 'load-bundle',
  text: `select hash, code, map, manifest from ${s}.bundles where hash = $1`,
})

export const loadedBundle = ([hash, code, map, manifest]: SqlRow): Bundle => ({
  hash: hash as string,
  code: code as string,
  map: map as string,
  manifest: JSON.parse(manifest as string) as BundleManifest,
})

/** Locks what is current now, in order; a type without a row has none. */
export const lockCurrentStatement = (s: string): Statement => ({
  name: 'lock-current-bundles',
  text: `
select workflow_type, bundle from ${s}.current_bundles
where workflow_type = any($1::text[]) order by workflow_type for update`,
})

/** Answers the types that changed. */
export const setCurrentStatement = (s: string): Statement => ({
  name: 'set-current-bundles',
  text: `
insert into ${s}.current_bundles as c (workflow_type, bundle)
select t, $2 from unnest($1::text[]) t order by t
on conflict (workflow_type) do update set bundle = excluded.bundle, set_at = ${s}.now()
where c.bundle <> excluded.bundle
returning workflow_type`,
})

export const bundleChanges = (hash: string, before: readonly SqlRow[], changed: readonly SqlRow[]): BundleChange[] => {
  const previous = new Map(before.map(([type, bundle]) => [type, bundle]))
  return changed
    .map(([type]) => {
      const from = previous.get(type as string)
      return { workflowType: type as string, ...(from != null && { from }), to: hash }
    })
    .sort((a, b) => (a.workflowType < b.workflowType ? -1 : 1))
}

export const workflowTypesStatement = (s: string): Statement => ({
  name: 'workflow-types',
  text: `select workflow_type from ${s}.current_bundles order by workflow_type collate "C"`,
})
