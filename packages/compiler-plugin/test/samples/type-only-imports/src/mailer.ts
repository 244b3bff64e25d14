import { connect } from 'node:net'
connect(25)
export class Mailer {
  async send(_: object) {}
}
