import type { Config } from '#core/platform/config.ts';
import { escapeHtml, textPage } from '../../http/text-page.ts';

type Told = Pick<Config, 'PRODUCT_NAME' | 'SUPPORT_EMAIL'>;

/**
 * How homeowners' and contractors' data is used. Carriers require that the page linked from the consent box says that
 * mobile opt-in data isn't shared (C21).
 */
export const privacyPage = ({ PRODUCT_NAME, SUPPORT_EMAIL }: Told): string => {
  const name = escapeHtml(PRODUCT_NAME);
  const mail = escapeHtml(SUPPORT_EMAIL);
  return textPage({
    title: 'Privacy',
    siteName: PRODUCT_NAME,
    indexed: true,
    body: `
<p>${name} is software that fence contractors use to answer people who ask them for a price. When you ask a contractor for an estimate, that contractor decides what happens with your details; ${name} keeps and handles them for the contractor.</p>
<h2>What is kept</h2>
<ul>
<li>What you enter: name, email address, phone number, address and ZIP code of the job, and what you say about the fence.</li>
<li>Estimates, messages in both directions, and when an estimate was opened.</li>
<li>Where you agreed to texts: the words you saw, the page, the time, your IP address and browser. The law asks for this record.</li>
<li>Of contractors: their account, company, prices and settings.</li>
</ul>
<h2>What it is used for</h2>
<p>To price your fence, send you the estimate, follow up about it, and let you and the contractor write to each other. It is not sold, and it is not used for anybody else's advertising.</p>
<h2>Text messages</h2>
<p>Mobile numbers and the consent to texts are not shared with third parties or affiliates for marketing. They are passed only to the services that deliver the texts. Reply STOP to a text to end all texts from that contractor, START to have them again, HELP for help. Message and data rates may apply.</p>
<h2>Who else sees it</h2>
<p>The contractor you asked, and the services that ${name} runs on: hosting, text delivery, mail delivery and card payments, each only as far as its work needs.</p>
<h2>Cookies</h2>
<p>The form on a contractor's site and the estimate page set none. The dashboard sets one to keep contractors signed in, and one that remembers whether the side menu is open.</p>
<h2>Your choices</h2>
<p>Every follow-up mail has a link that ends them. To see, correct or delete what is kept about you, ask the contractor, or write to <a href="mailto:${mail}">${mail}</a>. That you asked for no more messages is kept, so that none are sent.</p>`,
  });
};

/** The terms of the form and the texts for homeowners, and of the software for contractors. */
export const termsPage = ({ PRODUCT_NAME, SUPPORT_EMAIL }: Told): string => {
  const name = escapeHtml(PRODUCT_NAME);
  const mail = escapeHtml(SUPPORT_EMAIL);
  return textPage({
    title: 'Terms',
    siteName: PRODUCT_NAME,
    indexed: true,
    body: `
<h2>If you ask for an estimate</h2>
<p>The price that the form shows is the contractor's estimate from what you entered; the contractor confirms it on site. Your agreement about the fence is with the contractor, on the terms in the estimate. ${name} is not a party to it.</p>
<h2>Texts</h2>
<p>If you tick the box, the contractor may send automated texts about your estimate to the number you entered, follow-ups and offers included: at most 8 for an estimate, and at most 3 in 24 hours. Ticking it is not a condition of buying anything. Message and data rates may apply. Carriers are not liable for delayed or undelivered messages. Reply STOP to end them, HELP for help, or write to <a href="mailto:${mail}">${mail}</a>.</p>
<h2>If you are a contractor</h2>
<ul>
<li>You use ${name} for your own customers, and only for people who asked you or agreed to hear from you.</li>
<li>You record consent truthfully. ${name} refuses to text people without it, outside the lawful hours, or after they said stop.</li>
<li>Plans renew until you cancel; what was paid for stays usable to the end of the period. Credits for single leads do not expire.</li>
<li>Your data are yours: you can export your leads at any time.</li>
<li>${name} is offered as it is. It does not replace legal advice on your contracts.</li>
</ul>
<p>How data are handled: <a href="/privacy">Privacy</a>.</p>`,
  });
};
