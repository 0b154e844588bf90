const KEY = 'picket:invitation';

/** An invitation's token, kept in this window until its person has signed in; null if there is none. */
export const keptInvitation = (): string | null => {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
};

export const keepInvitation = (token: string): void => {
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // without storage the link must be opened again after the sign-in
  }
};

export const forgetInvitation = (): void => {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // nothing was kept
  }
};
