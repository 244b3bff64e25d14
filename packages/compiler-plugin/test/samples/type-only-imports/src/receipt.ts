export const started = Date.now()
export class Receipt {
  id = 1
}
