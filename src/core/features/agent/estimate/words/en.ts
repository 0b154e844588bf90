import { formatFeet } from '#shared/primitives/feet.ts';
import { formats } from '#shared/primitives/formats.ts';
import type { LocalDate } from '#shared/primitives/local-date.ts';
import type { OptionFacts, StageFacts } from '../estimate-facts.ts';

const { money, day } = formats('en');
const gates = (count: number): string => (count === 0 ? 'no gates' : count === 1 ? '1 gate' : `${count} gates`);
const of = ({ label }: OptionFacts): string => (label === null ? '' : ` for ${label}`);

/** The agent's answers about an estimate, in English. Other languages must have the same keys. */
export const en = {
  automated: (company: string) => `I’m ${company}’s automated assistant.`,
  total: (option: OptionFacts) =>
    `The total${of(option)} is ${money(option.totalCents)}: ${formatFeet(option.perimeter)} of ${option.materialType} with ${gates(option.gateCount)}.`,
  discounted: (cents: number, until: LocalDate | null) =>
    `It includes a discount of ${money(cents)}${until === null ? '' : `, through ${day(until)}`}.`,
  option: ({ label, materialType, totalCents }: OptionFacts) => `${label ?? materialType}: ${money(totalCents)}.`,
  oneOption: 'This estimate has one option.',
  lines: (option: OptionFacts) =>
    `It includes ${option.lines.map(({ label, quantity, amountCents }) => `${label}${quantity === null ? '' : ` (${quantity})`} for ${money(amountCents)}`).join('; ')}.`,
  feet: (option: OptionFacts) => `The estimate${of(option)} is for ${formatFeet(option.perimeter)} of fence.`,
  gates: (option: OptionFacts) => `The estimate${of(option)} has ${gates(option.gateCount)}.`,
  material: (option: OptionFacts) => `The material${of(option)} is ${option.materialType}.`,
  deposit: (option: OptionFacts) =>
    option.depositCents === 0
      ? 'No deposit is due.'
      : `The deposit${of(option)} is ${money(option.depositCents)}, due when you accept.`,
  balance: (option: OptionFacts) =>
    `The balance after the deposit is ${money(option.balanceCents)}, due at completion.`,
  dueNow: (stages: readonly StageFacts[]) =>
    `${money(stages.reduce((sum, { leftCents }) => sum + leftCents, 0))} is due now: ${stages.map(({ label }) => label).join(' and ')}.`,
  nothingNow: 'Nothing is due right now.',
  later: (stages: readonly StageFacts[]) =>
    `Later: ${stages.map(({ label, leftCents, due }) => `${money(leftCents)} ${due} (${label})`).join('; ')}.`,
  withChanges: (cents: number) => `With the signed changes, the total is ${money(cents)}.`,
  openChange: ({ netCents, totalCents }: { netCents: number; totalCents: number }) =>
    `A change of ${money(netCents)} is waiting for your signature. With it, the total would be ${money(totalCents)}.`,
  paid: (cents: number) => `You’ve paid ${money(cents)}.`,
  refunded: (cents: number) => `${money(cents)} was refunded to you.`,
  due: (cents: number) => `${money(cents)} is still due.`,
  paidInFull: 'Nothing is due.',
  owedBack: (company: string, cents: number) =>
    `You’ve paid more than the total, so ${company} owes you ${money(cents)}.`,
  paidNothing: 'We haven’t received a payment yet.',
  validThrough: (until: LocalDate) => `The estimate is valid through ${day(until)}.`,
  wasValid: (until: LocalDate) => `The estimate was valid through ${day(until)} and has expired.`,
  terms: 'The terms are below the prices on the estimate’s page, under “Terms and conditions,” and in the PDF.',
  newer: (url: string) => `A newer estimate replaces this one: ${url}`,
  newerWithoutLink: (company: string) => `A newer estimate replaces this one. Ask ${company} to send you its link.`,
  newest: (version: number) =>
    version === 1
      ? 'This is the latest version of your estimate.'
      : `This is the latest version of your estimate (version ${version}).`,
  accept:
    'To accept the estimate, press “Accept and sign” on the estimate’s page, choose an option if there are several, and sign.',
  accepted: 'This estimate is accepted and signed.',
  declined: 'This estimate was declined.',
  number: (number: string) => `The estimate number is ${number}.`,
  sent: (on: LocalDate) => `The estimate was sent on ${day(on)}.`,
  lower: 'I can only explain the price in your estimate. I’ve passed your question on to the team.',
  change: 'A change needs a new price from the team, so I’ve passed this on to them.',
  schedule: 'I can’t promise dates. I’ve passed your question on to the team.',
  handover: 'I’ve passed this on to the team. A person will get back to you.',
  law: 'Someone on the team should answer that, so I’ve passed it on.',
  angry: 'I’m sorry about this. I’ve passed it on to the team, and a person will get back to you.',
  many: 'The team has your questions. A person will answer.',
  unsure:
    'I’m not sure I understood that. I can explain the price, the deposit, the options and the terms of this estimate.',
  instructs: 'I can help with questions about this estimate.',
  offTopic: 'I can only help with questions about this estimate.',
  child: 'Please ask a parent or another adult to contact us about the fence.',
  welcome: 'Happy to help!',
  hello: 'What would you like to know about this estimate?',
};

export type EstimateWords = typeof en;
