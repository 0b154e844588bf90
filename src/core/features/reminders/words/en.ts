import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';

export const en = {
  format: formats('en'),
  notViewed: phrase('Your fence estimate from {company}'),
  notAnswered: phrase('Any questions about your fence estimate from {company}?'),
  expiring: phrase('Your fence estimate is valid through {day}'),
  balance: phrase('Balance due for your fence: {amount}'),
  review: phrase('How did {company} do with your fence?'),
};
