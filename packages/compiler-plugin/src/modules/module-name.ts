// What the path of a module says about where it comes from.

const packagePattern = /^.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/

/** The package of a module, or `undefined` for the project's own. */
export const packageOf = (module: string): string | undefined => packagePattern.exec(module)?.[1]

/** The path without the folders that a package manager or a working copy puts before it. */
export const shortName = (module: string): string => module.replace(/^.*(?:^|\/)node_modules\//, 'node_modules/')
