/** The lists of things that a person keeps at hand, and how many each holds. */
export const thingLists = { favourites: 60, pins: 24, recents: 30 } as const
