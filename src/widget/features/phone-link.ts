import { formatPhone } from '#shared/primitives/format-phone.ts';
import { h } from '../dom.ts';

/** Returns a link that calls the number. It shows '+12085550172' as '(208) 555-0172'. */
export const phoneLink = (phone: string): HTMLElement => h('a', { href: `tel:${phone}` }, formatPhone(phone));
