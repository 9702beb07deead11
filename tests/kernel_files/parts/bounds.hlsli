bool is_in_tensor(uint word) { return word < word_count; }
