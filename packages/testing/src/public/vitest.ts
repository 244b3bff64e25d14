export { foliot, type LowerDecoratorsPlugin } from '../lower-decorators.js'
