// The version of the engine, written where runs must not be taken by older workers: raised with every new event type.
export const engineVersion = 4
