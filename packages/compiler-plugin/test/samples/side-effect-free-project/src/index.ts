export * from './hidden.js'
import './main.js'
