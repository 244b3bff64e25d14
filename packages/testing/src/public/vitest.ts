// The entry point '@foliot/testing/vitest': the plugin for vitest's configuration.
export { foliot, type LowerDecoratorsPlugin } from '../lower-decorators.js'
