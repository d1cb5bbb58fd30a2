'use client';

import { useUser } from '@clerk/nextjs';

export function ThemeSwitch() {
  const { user } = useUser();
  if (!user) return null;
  const setTheme = (theme: 'light' | 'dark') =>
    user.update({ unsafeMetadata: { ...user.unsafeMetadata, theme } });
  return <button onClick={() => setTheme('dark')}>Dark</button>;
}
