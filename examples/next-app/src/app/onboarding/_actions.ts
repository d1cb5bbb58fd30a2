'use server';

import { auth, clerkClient } from '@clerk/nextjs/server';

export const completeOnboarding = async (formData: FormData) => {
  const { userId } = await auth();

  if (!userId) {
    return { error: 'Nobody is signed in' };
  }

  const client = await clerkClient();

  try {
    const res = await client.users.updateUser(userId, {
      publicMetadata: {
        onboardingComplete: true,
        company: formData.get('company'),
        teamSize: Number(formData.get('teamSize')),
      },
    });
    return { message: res.publicMetadata };
  } catch (error) {
    console.error('Onboarding failed', error);
    return { error: 'There was an error updating the user metadata.' };
  }
};

/** The second page asks for the name and the job title. */
export async function saveProfile(firstName: string, lastName: string, jobTitle: string) {
  const { userId } = await auth();
  if (!userId) throw new Error('Not signed in');

  const client = await clerkClient();
  const user = await client.users.getUser(userId);

  await client.users.updateUser(userId, {
    firstName,
    lastName,
    publicMetadata: {
      ...user.publicMetadata,
      jobTitle, // shown beside the avatar
    },
  });

  return user.primaryEmailAddress?.emailAddress;
}
