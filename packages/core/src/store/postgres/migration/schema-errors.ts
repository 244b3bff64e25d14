// Errors about the state of Foliot's schema in the database.
import { FoliotError } from '../../../base/foliot-error.js'

export class SchemaMissingError extends FoliotError {
  static override readonly code = 'FOLIOT_SCHEMA_MISSING'
  constructor(label: string, schema: string) {
    super(
      `The database ${label} has no Foliot schema named "${schema}". ` +
        'Create it by calling migrate({ database, schema }) of @foliot/core/postgres, or correct the schema option.',
    )
  }
}

export class SchemaOutdatedError extends FoliotError {
  static override readonly code = 'FOLIOT_SCHEMA_OUTDATED'
  constructor(label: string, schema: string, missing: readonly string[]) {
    super(
      `The schema "${schema}" of ${label} is older than this version of Foliot: it lacks ${missing.join(', ')}. ` +
        'Bring it up to date by calling migrate({ database, schema }) of @foliot/core/postgres.',
    )
  }
}

export class SchemaTooNewError extends FoliotError {
  static override readonly code = 'FOLIOT_SCHEMA_TOO_NEW'
  constructor(label: string, schema: string, unknown: readonly string[]) {
    super(
      `The schema "${schema}" of ${label} is newer than this version of Foliot, which doesn't know ${unknown.join(', ')}. ` +
        'Nothing was touched. Update @foliot/core to the version that migrated the database, or a later one; ' +
        'migrations are never undone.',
    )
  }
}
