export { shortenBody as default } from './long-body.js'
