'use client';

import { useUser } from '@clerk/nextjs';
import { useRouter } from 'next/navigation';
import { useState } from 'react';

import { completeOnboarding } from './_actions';

export default function OnboardingPage() {
  const { user } = useUser();
  const router = useRouter();
  const [error, setError] = useState('');

  const handleSubmit = async (formData: FormData) => {
    const res = await completeOnboarding(formData);
    if (res.error) {
      setError(res.error);
      return;
    }
    await user?.reload();
    router.push('/');
  };

  return (
    <form action={handleSubmit}>
      <h1>Welcome, {user?.firstName}</h1>
      <label>
        Company
        <input type="text" name="company" required />
      </label>
      <label>
        Team size
        <input type="number" name="teamSize" min={1} required />
      </label>
      {error && <p role="alert">{error}</p>}
      <button type="submit">Continue</button>
    </form>
  );
}
