/**
 * The address of a page of the documentation, which the service has beside the client.
 * @param page its path below `docs/`, without an ending; the first page if there is none
 */
export const documentation = (page?: string): string => (page ? `/docs/${page}.html` : '/docs/')
