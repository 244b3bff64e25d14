// @foliot/core/workflow-runtime: what the compiler's generated entry of a bundle imports. Not for authors.
export { beginRegistration, keepRegistered } from '../authoring/workflow-registry.js'
export { createActivator } from '../workflow/create-activator.js'
export { reachable } from '../workflow/reachable.js'
export { deliveryProtocol } from '../workflow/delivery.js'
