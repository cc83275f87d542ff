/** A checkout by other means than the reference's: a frame in the shop's page, a message channel, and names of its own. */
(function defineAcme() {
  const home = new URL(document.currentScript.src).origin;
  let settings;

  function setup(given) {
    settings = given;
  }

  function show(order) {
    const layer = document.createElement('div');
    layer.setAttribute('style', 'position:fixed;inset:0;padding:2vh 2vw;background:#000a');
    const frame = document.createElement('iframe');
    frame.title = 'Acme Pay';
    frame.src = `${home}/widget/frame.html`;
    frame.setAttribute('style', 'width:100%;height:100%;border:0;background:#fff');
    frame.addEventListener('load', () => {
      const channel = new MessageChannel();
      channel.port1.addEventListener('message', ({ data }) => {
        layer.remove();
        channel.port1.close();
        if (data !== null && settings.callback) settings.callback(data);
      });
      channel.port1.start();
      const { key, logo_url: logo } = settings;
      frame.contentWindow.postMessage({ key, logo, order }, home, [channel.port2]);
    });
    layer.append(frame);
    document.body.append(layer);
  }

  window.acme = { pay: { setup, open: show } };
})();
