// What came of bundling a project, as text that a person can check.
import { BundleError, bundleWorkflows, formatDiagnostics, type BundleOptions } from '../../src/public/index.js'

export const describeOutcome = async (options: BundleOptions): Promise<string> => {
  try {
    const { bundle, diagnostics, metafile } = await bundleWorkflows(options)
    const modules = Object.entries(
      Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint !== undefined)?.inputs ?? {},
    )
      .filter(([path, { bytesInOutput }]) => bytesInOutput > 0 && !path.includes('packages/core/'))
      .map(([path]) => path)
      .sort()
    const workflows = bundle.manifest.workflows.map(({ type, className, file, activities, calendars }) =>
      [
        `workflow ${type}  (${className} in ${file})`,
        ...(activities.length === 0 ? [] : [`  activities  ${activities.join(', ')}`]),
        ...(calendars.length === 0 ? [] : [`  calendars   ${calendars.join(', ')}`]),
      ].join('\n'),
    )
    const report = formatDiagnostics(diagnostics)
    return [
      'Bundled.',
      ...workflows,
      `modules  ${modules.join(', ')}`,
      ...(report === '' ? [] : ['', report]),
      '',
    ].join('\n')
  } catch (error) {
    if (!BundleError.is(error)) throw error
    return `Refused.\n\n${formatDiagnostics(error.diagnostics)}\n`
  }
}
