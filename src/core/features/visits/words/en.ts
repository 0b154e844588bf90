import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';

export const en = {
  format: formats('en'),
  /** The calendar entry's title. */
  title: phrase('Fence visit with {company}'),
  when: 'When',
  where: 'Where',
  fact: phrase('{label}: {value}'),
  until: phrase('{from} to {to}'),
  change: 'View or change the visit',
  changeAt: phrase('View, move or cancel the visit: {url}'),
  booked: {
    subject: phrase('Your fence visit is booked: {when}'),
    heading: 'Your visit is booked',
    hello: phrase('Hi {name}, {company} will come by to look at your fence project.'),
    text: phrase('Hi {name}, your fence visit is booked for {when}. View, move or cancel it: {url}'),
  },
  moved: {
    subject: phrase('Your fence visit was moved to {when}'),
    heading: 'Your visit was moved',
    hello: phrase('Hi {name}, your visit from {company} has a new time.'),
    text: phrase('Hi {name}, your fence visit was moved to {when}. View, move or cancel it: {url}'),
  },
  cancelled: {
    subject: phrase('Your fence visit on {when} is canceled'),
    heading: 'Your visit is canceled',
    hello: phrase('Hi {name}, your visit from {company} is canceled.'),
    text: phrase('Hi {name}, your fence visit on {when} is canceled. Questions? Call or write to us.'),
  },
  reminder: {
    subject: phrase('Reminder: your fence visit is {when}'),
    heading: 'Your visit is coming up',
    hello: phrase('Hi {name}, this is a reminder of your visit from {company}.'),
    text: phrase('Hi {name}, a reminder: your fence visit is {when}. View, move or cancel it: {url}'),
  },
};
