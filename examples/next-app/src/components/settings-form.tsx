'use client';

import { useUser } from '@clerk/nextjs';
import { useState } from 'react';

type Theme = 'light' | 'dark' | 'system';

export function SettingsForm() {
  const { isLoaded, user } = useUser();
  const [saving, setSaving] = useState(false);

  if (!isLoaded || !user) return null;

  const changeTheme = async (theme: Theme) => {
    setSaving(true);
    try {
      await user.update({
        unsafeMetadata: {
          ...user.unsafeMetadata,
          theme,
        },
      });
    } finally {
      setSaving(false);
    }
  };

  const finishTour = () => user.update({ unsafeMetadata: { tourFinished: true } });

  const rename = async (formData: FormData) => {
    await user.update({
      firstName: String(formData.get('firstName')),
      unsafeMetadata: { ...user.unsafeMetadata, nickname: String(formData.get('nickname')) },
    });
  };

  return (
    <section>
      <select disabled={saving} onChange={(event) => changeTheme(event.target.value as Theme)}>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
        <option value="system">System</option>
      </select>
      <form action={rename}>
        <input name="firstName" defaultValue={user.firstName ?? ''} />
        <input name="nickname" />
        <button type="submit">Save</button>
      </form>
      <button onClick={finishTour}>Skip the tour</button>
      {/* Everything that this page ever stored. */}
      <button onClick={() => user.update({ unsafeMetadata: {} })}>Reset</button>
    </section>
  );
}
