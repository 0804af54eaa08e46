/**
 * What the frame of a widget may do: draw, with pictures and styles that it brings along. It belongs to no
 * origin, so that neither the page around it nor what the browser keeps for the service is within its reach,
 * and it can send nothing anywhere.
 */
export const widgetPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' blob:`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    'sandbox allow-scripts',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

/**
 * The page in which a widget runs. The client around it hands over the module, the value and a port; later
 * values come through the port, and the height of what was drawn, or that it failed, goes back.
 */
export const widgetPage = (nonce: string): string => `<!doctype html>
<html>
  <head>
    <meta charset="utf-8" />
    <title>Widget</title>
    <style>
      html { color-scheme: light; }
      html.dark { color-scheme: dark; }
      body { margin: 0; background: transparent; font: 15px/1.4 system-ui, sans-serif; }
      #place { display: flow-root; }
    </style>
  </head>
  <body>
    <div id="place"></div>
    <script nonce="${nonce}">
      addEventListener('message', async ({ source, data, ports: [port] }) => {
        if (source !== parent || !port) return
        const place = document.getElementById('place')
        document.documentElement.classList.toggle('dark', data.dark)
        const address = URL.createObjectURL(new Blob([data.module], { type: 'text/javascript' }))
        try {
          const { default: widget } = await import(address)
          const show = (value) => {
            try {
              widget.mount(place, value)
            } catch {
              port.postMessage({ failed: true })
            }
          }
          port.onmessage = (message) => show(message.data)
          show(data.value)
          new ResizeObserver(() => port.postMessage({ height: place.offsetHeight })).observe(place)
        } catch {
          port.postMessage({ failed: true })
        }
      }, { once: true })
    </script>
  </body>
</html>
`
