import { createElement, type CSSProperties, Fragment, type ReactNode } from 'react';
import { Link, Text } from 'react-email';
import type { Language } from '#shared/primitives/language.ts';
import { permissionWords } from '../words.ts';

interface UnsubscribeFootProps {
  url: string;
  /** The wording that names which emails the link stops. */
  from: 'fromFollowUps' | 'fromReminders';
  language: Language;
  style: CSSProperties;
}

/** The unsubscribe link at the bottom of a commercial email (C22). */
export function UnsubscribeFoot({ url, from, language, style }: UnsubscribeFootProps) {
  const words = permissionWords(language);
  const unsubscribe = (
    <Link href={url} style={{ color: 'inherit', textDecoration: 'underline' }}>
      {words.unsubscribe}
    </Link>
  );
  return (
    <Text style={style} className="ink2">
      {createElement(Fragment, null, ...words[from].parts<ReactNode>({ unsubscribe }))}
    </Text>
  );
}
