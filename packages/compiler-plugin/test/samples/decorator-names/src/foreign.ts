const Workflow = (_: string) => (target: unknown, _context: unknown) => target as never

@Workflow('foreign')
export class Foreign {
  run() {
    return Date.now()
  }
}
