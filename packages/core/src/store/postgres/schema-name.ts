// The name of the Postgres schema that holds everything of Foliot.
import { InvalidOptionError } from '../../base/invalid-option-error.js'

export const defaultSchema = 'foliot'

// 48 leaves room for the prefix of the notification channel within Postgres' 63 bytes.
const pattern = /^[a-z_][a-z0-9_]{0,47}$/

/** @throws InvalidOptionError */
export const checkSchemaName = (schema: string): string => {
  if (pattern.test(schema) && !schema.startsWith('pg_') && schema !== 'information_schema') return schema
  throw new InvalidOptionError(
    'schema',
    'a schema name of up to 48 lower-case letters, digits and underscores, not beginning with a digit or pg_',
    schema,
  )
}

/** As an identifier in SQL. */
export const quoteSchema = (schema: string): string => `"${checkSchemaName(schema)}"`
