/** What the key for commands is called on this machine. */
export const command = /Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl'
