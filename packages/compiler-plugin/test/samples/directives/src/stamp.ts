export const stamp = () => {
  // foliot-allow no-wall-clock -- serves whoever calls it
  return Date.now()
}
