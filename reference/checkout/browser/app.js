/** The checkout script of a payment page (legacy, Checkout app): `PayCheckout.configure({ key, logo_url, callback }).launch(data)`. */
(() => {
  /** The folder of the service that this script came from. */
  const service = new URL('.', document.currentScript.src);
  const look = 'popup,width=440,height=760';

  function configure({ key, logo_url, callback }) {
    let listening = new AbortController();
    return {
      /** Opens the checkout. To be called from a click, since browsers block other pop-ups. */
      launch(data) {
        const popup = window.open(new URL('dialog', service), '_blank', look);
        if (popup === null) throw new Error('The browser blocked the checkout: call launch from a click.');
        listening.abort();
        listening = new AbortController();
        const { signal } = listening;
        const heard = ({ source, origin: sender, data: message }) => {
          if (source !== popup || sender !== service.origin) return;
          if (message.type === 'ready') {
            popup.postMessage({ type: 'start', key, logo_url, data }, service.origin);
          } else if (message.type === 'told') {
            callback?.(message.reply);
          } else if (message.type === 'done') {
            listening.abort();
            popup.close();
          }
        };
        window.addEventListener('message', heard, { signal });
      },
    };
  }

  globalThis.PayCheckout = { configure };
})();
