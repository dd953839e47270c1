//! Names as the start lists of large races have them: common ones often, rare ones mostly once, with accents, apostrophes and two parts.

const FEMALE: &str = "Emma Anna Maria Sarah Laura Julia Jessica Emily Olivia Sophie Lucía Ana José-Marie Zoë Grace Hannah Amelia Chloé \
    Renée Mia Ida Søs Astrid Ingrid Åsa Małgorzata Agnieszka Łucja Katarzyna Zuzana Tereza Jürgine Käthe Anne-Marie Marie-Claire \
    Mary-Jane Eun-ji Ji-woo Yuki Haruka Mei-Ling Xiaoyan Priya Ananya Fatima Aïcha Noémie Inés Begoña Conceição Siobhán Niamh Aoife Róisín \
    Megan Kelly Nicole Rachel Lisa Karen Susan Linda Deborah Heather Ashley Amanda Melissa Michelle Kimberly Stephanie Rebecca Victoria \
    Charlotte Isabella Camila Valentina Ximena Gabriela Beatriz Leticia Thandiwe Nomvula Chiamaka Adaeze Ngozi Amina";
const MALE: &str = "James John Robert Michael David William Richard Thomas Christopher Daniel Matthew Anthony Mark Steven Andrew Paul \
    Joshua Kevin Brian George Edward Jason Jeffrey Ryan Jacob Nicholas Eric Jonathan Stephen Larry Justin Scott Brandon Benjamin Samuel José \
    Juan Carlos Luis Jesús Ángel Raúl Martín Tomás Sebastián Nicolás João Antônio Luís Zé Jürgen Jörg Günter Björn Søren Jørgen Åke Östen \
    Łukasz Paweł Michał Jiří Tomáš Ondřej Zoltán Gábor István André François Étienne Jean-Luc Jean-Pierre Karl-Heinz Seán Pádraig Eoin \
    Min-jun Ji-ho Hiroshi Kenji Wei Xiang-Yu Ravi Arjun Mohammed Omar Ibrahim Kwame Kofi Chukwuemeka Tunde Sipho Thabo Dmitri Sergei Boris";
const LAST: &str = "Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas \
    Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres \
    Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Gómez Phillips Evans Turner Díaz Parker Cruz Edwards \
    Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutiérrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward \
    Richardson Watson Brooks Chávez Wood James Bennett Gray Mendoza Ruiz Hughes Price Álvarez Castillo Sanders Patel Myers Long Ross Foster Jiménez \
    O’Brien O’Connor O’Neill O’Sullivan D’Angelo D’Souza N’Diaye de_la_Cruz de_la_Torre van_der_Berg van_Dijk von_Hohenberg Le_Goff Mac_Giolla \
    Müller Schäfer Schröder Krüger Köhler Weiß Groß Jäger Böhm Østergaard Sørensen Jørgensen Nielsen Åkesson Öberg Lindström Björklund Kowalski \
    Wiśniewski Wójcik Kamiński Zieliński Łapiński Novák Dvořák Procházka Černý Horváth Szabó Kovács Muñoz Ibáñez Peña Núñez García-López \
    Smith-Jones Fernández-Vega Saint-Exupéry Lévesque Côté Gagné Bélanger Nwosu Okafor Adeyemi Eze Mensah Dlamini Nkosi Tanaka Sato Suzuki Watanabe \
    Park Choi Jung Chen Wang Zhang Liu Sharma Gupta Singh Khan Hussain Ahmed Haddad Ivanov Petrov Popescu Ionescu Papadopoulos Nikolaidis Yılmaz Çelik";
const BEGINNINGS: [&str; 24] = [
    "Al", "Bar", "Ber", "Cal", "Dor", "El", "Fal", "Gar", "Hol", "Ist", "Kar", "Lor", "Mon", "Nor", "Ost", "Pel", "Ros", "Sal",
    "Tor", "Ul", "Ver", "Wes", "Zim", "Brad",
];
const MIDDLES: [&str; 22] = [
    "an", "be", "ci", "da", "en", "fi", "ga", "hu", "in", "ke", "la", "mo", "ni", "or", "pe", "ri", "sta", "te", "ur", "vi",
    "wo", "zö",
];
const ENDS: [&str; 24] = [
    "ard", "berg", "co", "dal", "ez", "field", "gren", "heim", "ini", "kin", "ley", "man", "ner", "off", "ou", "ski", "son",
    "stein", "ton", "ulis", "vic", "well", "yan", "ström",
];

/// A number that is the same in every run, from 0 to 1.
pub(crate) fn scattered(n: u32, of: u32) -> f64 {
    let mut x = u64::from(n).wrapping_add(u64::from(of) << 32).wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    f64::from((x ^ (x >> 31)) as u32) / f64::from(u32::MAX)
}

/// An entry of a list; those at its beginning are chosen more often.
fn chosen(list: &str, part: f64) -> String {
    let names: Vec<&str> = list.split_whitespace().collect();
    let at = (part * part * names.len() as f64) as usize;
    names.get(at.min(names.len() - 1)).map(|name| name.replace('_', " ")).unwrap_or_default()
}

/// First and last name of a runner.
pub(crate) fn name(n: u32, gender: &str) -> (String, String) {
    let first = chosen(if gender == "m" { MALE } else { FEMALE }, scattered(n, 1));
    // A first name of two, or an initial, now and then.
    let first = match scattered(n, 2) {
        part if part < 0.04 => format!("{first} {}", chosen(if gender == "m" { MALE } else { FEMALE }, scattered(n, 3))),
        part if part < 0.07 => format!("{first} {}.", (b'A' + (part * 1e4) as u8 % 26) as char),
        _ => first,
    };
    // A good third have a rare name.
    let last = if scattered(n, 4) < 0.64 {
        chosen(LAST, scattered(n, 5))
    } else {
        let of = |list: &[&'static str], part: f64| list[((part * list.len() as f64) as usize).min(list.len() - 1)];
        let middle = if scattered(n, 9) < 0.5 { of(&MIDDLES, scattered(n, 10)) } else { "" };
        let last = [of(&BEGINNINGS, scattered(n, 6)), of(&MIDDLES, scattered(n, 7)), middle, of(&ENDS, scattered(n, 8))];
        last.concat()
    };
    (first, last)
}
