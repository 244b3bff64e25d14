// Runs a command in the foreground, with its output on ours, and resolves to its exit code.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean }} [options] `quiet` shows output only of a failure
 * @returns {Promise<number>} 128 + the signal's number when a signal ended it
 */
export const runCommand = (command, args, options = {}) =>
  new Promise((resolve, reject) => {
    const output = options.quiet ? 'pipe' : 'inherit'
    const child = spawn(command, args, {
      cwd: options.cwd ?? process.cwd(),
      env: options.env ?? process.env,
      stdio: ['ignore', output, output],
    })
    const chunks = []
    child.stdout?.on('data', (chunk) => chunks.push(chunk))
    child.stderr?.on('data', (chunk) => chunks.push(chunk))

    // We outlive the command, so that what it says while it stops comes before the prompt. The terminal interrupts it
    // by itself.
    const onInterrupt = () => {}
    const onTerminate = () => child.kill('SIGTERM')
    process.on('SIGINT', onInterrupt).on('SIGTERM', onTerminate)

    child.on('error', reject)
    child.on('close', (code, signal) => {
      process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate)
      const exitCode = code ?? 128 + (constants.signals[signal] ?? 0)
      if (exitCode !== 0 && chunks.length > 0) process.stderr.write(Buffer.concat(chunks))
      resolve(exitCode)
    })
  })
