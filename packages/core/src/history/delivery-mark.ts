// The mark by which messages that were delivered together are known: it comes first in the data of each, so that it is
// read without parsing. Any other order is parsed.

const prefix = '{"delivery":'

/** The number of the first event of the delivery, from the JSON text of a message's data. */
export const deliveryMark = (data: string): number => {
  if (!data.startsWith(prefix)) return Number((JSON.parse(data) as { readonly delivery?: unknown }).delivery)
  let end = prefix.length
  while (data.charCodeAt(end) >= 48 && data.charCodeAt(end) <= 57) end += 1
  return Number(data.slice(prefix.length, end))
}
