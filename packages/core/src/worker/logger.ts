// Where a worker's own messages and its workflows' log lines go.
export interface Logger {
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void
  info(message: string, fields?: Readonly<Record<string, unknown>>): void
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void
  error(message: string, fields?: Readonly<Record<string, unknown>>): void
}

const line = (level: string, message: string, fields: Readonly<Record<string, unknown>> = {}): string => {
  const rest = Object.entries(fields).map(
    ([key, value]) => ` ${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return `foliot ${level}: ${message}${rest.join('')}\n`
}

/** Warnings and errors to standard error; the default. */
export const stderrLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: (message, fields) => void process.stderr.write(line('warn', message, fields)),
  error: (message, fields) => void process.stderr.write(line('error', message, fields)),
}
