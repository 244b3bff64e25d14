import { readConfig } from 'config-reader'

export const load = (name: string) => readConfig(name)
