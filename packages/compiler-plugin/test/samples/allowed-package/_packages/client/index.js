export const get = (url) => fetch(url)
