// @foliot/core/workflow-runtime: what the compiler's generated entry of a bundle imports. Not for authors.
export { createActivator } from '../workflow/create-activator.js'
export { deliveryProtocol } from '../workflow/delivery.js'
