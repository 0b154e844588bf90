import { phrase } from '#shared/primitives/phrase.ts';

/** The Privacy and Terms pages in English. */
export const en = {
  updated: phrase('Updated {day}. Questions? Email {email}.'),
  privacy: {
    title: 'Privacy',
    intro: phrase(
      '{product} is software that fence contractors use to answer people who ask them for a price. When you ask a contractor for an estimate, that contractor decides how your details are used. {product} stores and processes them for the contractor.',
    ),
    kept: 'What we keep',
    keptItems: [
      'What you enter: your name, email address, phone number, the job’s street address and ZIP code, and details about the fence.',
      'Estimates, messages in both directions, and when an estimate was opened.',
      'If you agreed to texts: the wording you saw, the page, the time, your IP address and your browser. The law requires this record.',
      'From contractors: their account, company, prices and settings.',
    ],
    use: 'What we use it for',
    useText:
      'We use it to price your fence, send you the estimate, follow up about it, and let you and the contractor message each other. We don’t sell it, and we don’t use it for anyone else’s advertising.',
    texts: 'Text messages',
    textsText:
      'Mobile numbers and consent to texts are not shared with third parties or affiliates for marketing. We pass them only to the services that deliver the texts. Reply STOP to a text to stop all texts from that contractor, START to get them again, HELP for help. Message and data rates may apply.',
    others: 'Who else sees it',
    othersText: phrase(
      'The contractor you asked, and the services that {product} runs on: hosting, text delivery, email delivery and card payments, plus an AI service if the contractor’s automated assistant uses one. Each sees only what it needs.',
    ),
    cookies: 'Cookies',
    cookiesText:
      'The form on a contractor’s site and the estimate page set no cookies. The dashboard sets one cookie to keep contractors signed in, and another to remember whether the side menu is open.',
    choices: 'Your choices',
    choicesText: phrase(
      'Every follow-up email has an unsubscribe link. We keep a record of your opt-out so we don’t message you again. To see, correct or delete your details, ask the contractor or email {email}.',
    ),
  },
  terms: {
    title: 'Terms',
    estimate: 'If you ask for an estimate',
    estimateText: phrase(
      'The price that the form shows is the contractor’s estimate, based on what you entered. The contractor confirms it on site. Your agreement about the fence is with the contractor, on the terms in the estimate. {product} is not a party to it.',
    ),
    texts: 'Texts',
    textsText: phrase(
      'If you check the box, the contractor may send automated texts about your estimate to the number you entered, including follow-ups and offers: at most 8 per estimate, and at most 3 in 24 hours. Consent is not a condition of purchase. Message and data rates may apply. Carriers are not liable for delayed or undelivered messages. Reply STOP to stop the texts, HELP for help, or email {email}.',
    ),
    contractor: 'If you’re a contractor',
    yourCustomers: phrase(
      'Use {product} to message only your own customers, and only people who contacted you or agreed to hear from you.',
    ),
    consent: phrase(
      'You record consent truthfully. {product} won’t text people without their consent, outside legal texting hours, or after they opt out.',
    ),
    plans:
      'Plans renew until you cancel. After you cancel, your plan works through the end of the period you paid for. Lead credits don’t expire.',
    data: 'Your data is yours. You can export your leads at any time.',
    asIs: phrase('{product} is offered as is. It doesn’t replace legal advice on your contracts.'),
    seePrivacy: phrase('How we handle data: {privacy}.'),
  },
};
