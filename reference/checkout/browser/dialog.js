import { requestOf, send } from './requests.js';
import { rules } from './rules.js';

const part = (id) => document.getElementById(id);
const [consumer, authentication, message, logo] = ['consumer', 'authentication', 'message', 'logo'].map(part);

/** Shows one step and the message that belongs to it. The first field gets the focus. */
function show(step, text = '') {
  for (const one of [consumer, authentication]) one.hidden = one !== step;
  message.textContent = text;
  step.querySelector('input').focus();
}

/** Shows the shop's logo, or the service's where there is none or it can't be loaded. */
function showLogo(url) {
  const standIn = () => {
    logo.src = rules.serviceLogo;
  };
  logo.addEventListener('error', standIn, { once: true });
  if (url === undefined) standIn();
  else logo.src = url;
}

/** The consumer's way to the last reply, which is reported to the shop's page. */
function begin(config, tell) {
  const request = requestOf(config.data);
  const fields = { email: part('email'), phone: part('phone'), pin: part('pin') };
  const { buyer = {} } = config.data;
  fields.email.value = buyer.email?.address ?? '';
  fields.phone.value = buyer.phone?.number ?? '';
  part('summary').textContent = request.summary;
  part('instalments').hidden = !rules.offersInstalments(config.data);
  showLogo(rules.logoOf(config));
  let isWaiting = false;

  /** Sends what was typed, and goes on by what is answered. */
  async function proceed(step, pin) {
    if (isWaiting) return;
    isWaiting = true;
    document.body.setAttribute('aria-busy', 'true');
    const typed = { email: fields.email.value.trim(), phone: fields.phone.value.trim(), pin };
    const whole = request.bodyFor(typed);
    const body = pin === undefined ? whole : rules.repeated(whole);
    tell('told', rules.toldBefore(body));
    const reply = await send(request.path, config.key, body).catch(() => undefined);
    isWaiting = false;
    document.body.removeAttribute('aria-busy');
    if (reply === undefined) show(step, 'The service could not be reached. Please try again.');
    else answered(reply, typed, body);
  }

  function answered(reply, { phone, pin }, body) {
    fields.pin.value = '';
    if (rules.asksForPin(reply)) {
      part('sent-to').textContent = `We sent a PIN to ${phone}.`;
      show(authentication);
    } else if (pin !== undefined && rules.isWrongPin(reply)) {
      show(authentication, 'This PIN is wrong. Please type it again.');
    } else {
      tell('told', rules.toldOf(reply, body));
      tell('done', [undefined]);
    }
  }

  const onSubmit = (form, pin) =>
    form.addEventListener('submit', (submitted) => {
      submitted.preventDefault();
      void proceed(form, pin());
    });
  onSubmit(consumer, () => undefined);
  onSubmit(authentication, () => fields.pin.value.trim());
  show(consumer);
}

part('cancel').addEventListener('click', () => window.close());
const page = window.opener;
if (page === null) {
  message.textContent = 'This page opens from the checkout of a shop.';
} else {
  const heard = ({ source, origin: shop, data }) => {
    if (source !== page || data?.type !== 'start') return;
    window.removeEventListener('message', heard);
    begin(data, (type, replies) => {
      for (const reply of replies) page.postMessage({ type, reply }, shop);
    });
  };
  window.addEventListener('message', heard);
  // It says nothing but that this page is there: which page opened it is known with the answer.
  page.postMessage({ type: 'ready' }, '*');
}
