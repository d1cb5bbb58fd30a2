import { useUser } from '@clerk/expo';
import { Pressable, Text } from 'react-native';

export function Units() {
  const { user } = useUser();
  const choose = async (units: 'metric' | 'imperial') => {
    await user?.update({ unsafeMetadata: { ...user.unsafeMetadata, units } });
  };
  return (
    <Pressable onPress={() => choose('metric')}>
      <Text>Metric</Text>
    </Pressable>
  );
}
