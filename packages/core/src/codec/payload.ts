// A value in its encoded form: plain JSON, in which what JSON would lose stands in a tagged form.

export type Payload = null | boolean | number | string | readonly Payload[] | { readonly [key: string]: Payload }
